/** UI text shared by all forms. */
export const formWords = {
  marked: 'Please correct the marked fields.',
  waiting: (time: string) => `${time} left`,
  again: 'You can try again now.',
} as const

/** Errors of number fields. */
export const numberWords = {
  ambiguous: (text: string, point: string, comma: string) =>
    `${text} could mean ${point} or ${comma}. Enter the one you mean`,
  tooFine: 'Enter at most 4 decimals',
  outside: (min: string, max: string) => `Enter a number from ${min} to ${max}`,
} as const
