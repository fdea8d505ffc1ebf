/** Texts shared by all forms. */
export const formWords = {
  marked: 'Please correct what is marked.',
  waiting: (time: string) => `${time} left`,
  again: 'You can try again now.',
} as const

/** Errors of number fields. */
export const numberWords = {
  ambiguous: (text: string, point: string, comma: string) =>
    `${text} could mean ${point} or ${comma}. Write the one that you mean`,
  tooFine: 'Write at most 4 decimals',
  outside: (min: string, max: string) => `Write a number from ${min} to ${max}`,
} as const
