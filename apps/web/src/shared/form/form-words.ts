/** What every form says alike, in one place for who translates it. */
export const formWords = {
  marked: 'Please correct what is marked.',
  waiting: (time: string) => `${time} left`,
  again: 'You can try again now.',
} as const
