/** What every form says alike, in one place for who translates it. */
export const formWords = {
  marked: 'Please correct what is marked.',
  waiting: (time: string) => `${time} left`,
  again: 'You can try again now.',
} as const

/** What a field for a number says of what is typed into it. */
export const numberWords = {
  ambiguous: (text: string, point: string, comma: string) =>
    `${text} could mean ${point} or ${comma}. Write the one that you mean`,
  tooFine: 'Write at most 4 decimals',
  outside: (min: string, max: string) => `Write a number from ${min} to ${max}`,
} as const
