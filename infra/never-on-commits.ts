/** DynamoDB actions that every role is denied on the table of commits, so that a commit is never changed or deleted. */
export const NEVER_ON_COMMITS = [
  'dynamodb:UpdateItem',
  'dynamodb:DeleteItem',
  'dynamodb:BatchWriteItem',
  'dynamodb:PartiQLUpdate',
  'dynamodb:PartiQLDelete',
]
