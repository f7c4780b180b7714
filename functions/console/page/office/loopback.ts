/** Whether a host name or address means the user's own machine, so that no other machine can open it. */
export const isLoopback = (hostname: string): boolean =>
  /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])\.?$/i.test(hostname)
