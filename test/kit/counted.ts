/** Ports that list the requests to the database. */
import type { ComposedPorts } from './compose.ts'

/** The ports, and in `asked` the requests that were made through them, in order: `TABLE get`, `TABLE query`, `TABLE put` or `TABLE delete`. */
export function counted(ports: ComposedPorts) {
  const asked: string[] = []
  const noting =
    <A extends readonly unknown[], R>(what: string, ask: (...args: A) => R) =>
    (...args: A): R => {
      asked.push(what)
      return ask(...args)
    }
  const table = (name: string, documents: ComposedPorts['views']): ComposedPorts['views'] => ({
    get: noting(`${name} get`, documents.get.bind(documents)),
    query: noting(`${name} query`, documents.query.bind(documents)),
    put: noting(`${name} put`, documents.put.bind(documents)),
    putAll: noting(`${name} put`, documents.putAll.bind(documents)),
    putIfNewer: noting(`${name} put`, documents.putIfNewer.bind(documents)),
    putIfAbsent: noting(`${name} put`, documents.putIfAbsent.bind(documents)),
    delete: noting(`${name} delete`, documents.delete.bind(documents)),
  })
  const { log } = ports
  const counting: ComposedPorts = {
    ...ports,
    persons: table('persons', ports.persons),
    registry: table('registry', ports.registry),
    views: table('views', ports.views),
    log: {
      load: noting('commits query', log.load.bind(log)),
      head: noting('commits query', log.head.bind(log)),
      at: noting('commits get', log.at.bind(log)),
      streams: noting('commits query', log.streams.bind(log)),
      append: noting('commits put', log.append.bind(log)),
    },
  }
  return { asked, ports: counting }
}
