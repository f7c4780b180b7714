/** A function that holds middy, zod and the SDK's client and stores one item: beside it the functions are measured. */
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb'
import middy from '@middy/core'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import * as z from 'zod'

const { TABLE_COMMITS, DYNAMODB_ENDPOINT } = process.env

const client = new DynamoDBClient({ ...(DYNAMODB_ENDPOINT !== undefined && { endpoint: DYNAMODB_ENDPOINT }) })

const item = z.strictObject({ id: z.string().min(1), note: z.string() })

export const handler = middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>().handler(
  async ({ body }) => {
    const parsed = item.safeParse(JSON.parse(body ?? 'null'))
    if (!parsed.success) return { statusCode: 422, body: z.prettifyError(parsed.error) }
    const { id, note } = parsed.data
    await client.send(
      new PutItemCommand({
        TableName: TABLE_COMMITS,
        Item: { pk: { S: id }, sk: { N: '1' }, note: { S: note } },
        ConditionExpression: 'attribute_not_exists(pk)',
      }),
    )
    return { statusCode: 201, body: JSON.stringify({ id }) }
  },
)
