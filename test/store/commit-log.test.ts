import { dynamoClient, regionalClient } from '../../functions/store/dynamodb-client.ts'
import { dynamoCommitLog } from '../../functions/store/dynamodb-commit-log.ts'
import { memoryCommitLog } from '../../functions/store/memory.ts'
import { createTables, tableNames } from '../../functions/store/tables.ts'
import { temporaryFolder } from '../kit/command.ts'
import { pause, sleep, startStore } from '../kit/store.ts'
import { commitLogContract } from './contract.ts'

commitLogContract('memory', async () => ({ log: memoryCommitLog(), stop: async () => undefined }))

commitLogContract('embedded database in memory', async () => {
  const { client, names, stop } = await startStore()
  return { log: dynamoCommitLog(client, names.commits, pause), stop }
})

commitLogContract('embedded database, openings divided', async () => {
  const { client, names, stop } = await startStore()
  return { log: dynamoCommitLog(client, names.commits, pause, { dividesOpenings: true }), stop }
})

commitLogContract('embedded database on disk', async () => {
  const folder = temporaryFolder()
  const store = await startStore({ folder: folder.path, fsync: true })
  return {
    log: dynamoCommitLog(store.client, store.names.commits, pause),
    async stop() {
      await store.stop()
      folder.remove()
    },
  }
})

/** A DynamoDB endpoint, or `aws` for the account of the environment. The tables `touchmove-test-…` are made and stay. */
const real = process.env.TOUCHMOVE_DYNAMODB_ENDPOINT
if (real !== undefined)
  commitLogContract(`DynamoDB at ${real}`, async () => {
    const client = real === 'aws' ? regionalClient() : dynamoClient(real)
    const names = tableNames('touchmove-test')
    await createTables(client, names, sleep)
    return { log: dynamoCommitLog(client, names.commits, pause), stop: async () => client.destroy() }
  })
