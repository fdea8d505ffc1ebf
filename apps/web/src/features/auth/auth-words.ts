/** UI text for sign-in, registration and the demo. */
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
  failed: 'Could not open the demo. Please try again.',
  back: 'Back to the demo',
  note: 'No sign-up needed. The account and its example positions are private to you and are deleted after 24 hours.',
} as const

export const frameWords = {
  illustration: 'Illustration',
  strike: 'Your strike',
  today: 'Today',
  line: 'Rise to the strike. Keep the premium. Decide before it matters.',
  caption: 'Illustration with made-up figures, not market data',
} as const
