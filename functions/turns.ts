/** One task after the other for each key; tasks of different keys do not wait for each other. */
export type Turns = <T>(key: string, task: () => Promise<T>) => Promise<T>

export function createTurns(): Turns {
  const queues = new Map<string, Promise<unknown>>()
  return (key, task) => {
    const turn = (queues.get(key) ?? Promise.resolve()).then(task, task)
    queues.set(key, turn)
    const leave = () => {
      if (queues.get(key) === turn) queues.delete(key)
    }
    turn.then(leave, leave)
    return turn
  }
}
