/** Whether a host's name or address is this machine's own, which no other machine can open. */
export const isLoopback = (hostname: string): boolean =>
  /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])\.?$/i.test(hostname)
