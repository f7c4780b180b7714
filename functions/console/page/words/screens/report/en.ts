/** The report on a dispute, in English. */
export const EN_REPORT = {
  'report-title': 'Report on a dispute',
  'disputed-instant': 'Position at the instant in dispute',
  'report-before': 'Position before',
  'report-zone': 'Times are those of {zone}.',
  'report-events': 'What happened',
  'report-rulings': 'Rulings',
  'report-hashes': 'What vouches for the record',
  'report-hash-note':
    'Each commit names the hash (SHA-256 over RFC 8785 JSON) of the one before it. Whoever holds the last hash can check all of them: touchmove verify.',
  checkpoint: 'Checkpoint of the log {origin}, {size} entries, root',
  'report-none': 'none',
  'taken-back-by': 'taken back by event {seq}',
  'back-to-game': 'Back to the game',
  event: 'Event',
  commit: 'Commit',
  hash: 'Hash',
  'report-statements': 'Statements and decision',
  'statement-white': 'White says',
  'statement-black': 'Black says',
  'statement-arbiter': 'The arbiter says',
  'statement-decision': 'Decision',
} as const
