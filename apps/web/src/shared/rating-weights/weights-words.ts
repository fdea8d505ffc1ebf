/** UI text for the rating weights. */
export const weightsWords = {
  title: 'Rating weights',
  loading: 'Loading your weights…',
  failed: 'Could not load your weights.',
  intro: (points: number) =>
    `Only the proportions matter: the parts always add up to ${points} points, so ratings, icons and filters keep their meaning. Only you see these weights.`,
  meaning: (points: string, all: number, pct: string) => `${points} of ${all} (${pct}%)`,
  noWeight: 'Enter a number, such as 10',
  none: 'At least one part needs a weight above 0.',
  empty: 'Every part needs a number. Use 0 to leave one out.',
  reset: 'Reset to the Callwright Rating',
  submit: 'Save',
  busy: 'Saving…',
  notSaved: 'Could not save your weights. Please try again.',
} as const
