/** What the ways in say, in one place for who translates it. */
export const loginWords = {
  title: 'Sign in',
  name: 'Username or Email',
  password: 'Password',
  nameMissing: 'Username or email is required',
  submit: 'Sign in',
  busy: 'Signing in...',
  failed: 'Login failed. Please try again.',
  other: 'New to Callwright?',
  toOther: 'Create account',
} as const

export const registerWords = {
  title: 'Create account',
  fullName: 'Full Name (Optional)',
  username: 'Username',
  email: 'Email Address',
  password: 'Password',
  confirmPassword: 'Confirm Password',
  usernameMissing: 'Username is required',
  usernameShort: 'Username must be at least 3 characters',
  emailMissing: 'Email is required',
  emailWrong: 'Please enter a valid email address',
  submit: 'Create account',
  busy: 'Creating account...',
  failed: 'Registration failed. Please try again.',
  other: 'Already have an account?',
  toOther: 'Sign in',
} as const

export const demoWords = {
  or: 'or',
  open: 'Try the demo',
  busy: 'Opening the demo...',
  failed: 'The demo could not be opened. Please try again.',
  back: 'Back to the demo',
  note: 'The demo needs no form. Its account and example positions are yours alone, and gone after 24 hours.',
} as const

export const frameWords = {
  illustration: 'Illustration',
  strike: 'Your strike',
  today: 'Today',
  line: 'Rise to the strike. Keep the premium. Decide before it matters.',
  caption: 'An illustration with invented figures, not market data',
} as const
