/** What the choice of weights says, in one place for who translates it. */
export const weightsWords = {
  title: 'Weights of the rating',
  loading: 'Loading your weights…',
  failed: 'Your weights could not be loaded.',
  intro: (points: number) =>
    `Only proportions matter: together the parts make ${points} points, so that ratings, icons and filters keep their meaning. Saved for you alone.`,
  meaning: (points: string, all: number, pct: string) => `counts ${points} of ${all}, ${pct}%`,
  noWeight: 'Write a plain number, such as 10',
  none: 'At least one part must count.',
  empty: 'Every part needs a number; 0 leaves it out.',
  reset: 'Reset to the Callwright Rating',
  submit: 'Save',
  busy: 'Saving…',
  notSaved: 'Your weights could not be saved. Please try again.',
} as const
