/** What a thrown value says: an error's message, else the value as text. */
export const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
