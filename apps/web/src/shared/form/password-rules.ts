/** Texts from SPEC section 5. */
const words = {
  missing: 'Password is required',
  short: 'Password must be at least 6 characters',
  confirmationMissing: 'Please confirm your password',
  confirmationDiffers: 'Passwords do not match',
} as const

/** The server may require a longer password. */
const MIN_CHARACTERS = 6

/** Validates a new password. Returns true if it is valid, otherwise the error. */
export function validateNewPassword(value: string): string | true {
  if (value === '') return words.missing
  return value.length >= MIN_CHARACTERS || words.short
}

export function validateConfirmation(value: string, password: string): string | true {
  if (value === '') return words.confirmationMissing
  return value === password || words.confirmationDiffers
}

export const validateOldPassword = (value: string): string | true => value !== '' || words.missing
