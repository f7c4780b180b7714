/** The messages of an event stream (HTML, "Server-sent events"), as far as the service sends them: `id`, `event`, `data`. */

export interface StreamMessage {
  readonly id: string | undefined
  /** `message` where the service names none. */
  readonly event: string
  readonly data: string
}

/** Takes the stream's text in whatever pieces it comes; a message is heard when the blank line after it has come. */
export function messageReader(hear: (message: StreamMessage) => void): (text: string) => void {
  let rest = ''
  return (text) => {
    const blocks = `${rest}${text}`.replaceAll(/\r\n?/g, '\n').split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = block.split('\n').map((line) => {
        const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? []
        return { name, value }
      })
      const last = (wanted: string) => fields.findLast(({ name }) => name === wanted)?.value
      const data = fields.filter(({ name }) => name === 'data').map(({ value }) => value)
      const id = last('id')
      // Comments, which say that the line lives, have neither; an id alone counts as well.
      if (data.length > 0 || id !== undefined)
        hear({ id, event: last('event') ?? 'message', data: data.join('\n') })
    }
  }
}
