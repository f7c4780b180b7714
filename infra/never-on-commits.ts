/** What never happens to a commit (tamper evidence begins with nobody being able to). */
export const NEVER_ON_COMMITS = [
  'dynamodb:UpdateItem',
  'dynamodb:DeleteItem',
  'dynamodb:BatchWriteItem',
  'dynamodb:PartiQLUpdate',
  'dynamodb:PartiQLDelete',
]
