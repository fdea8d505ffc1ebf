import type { Body, FieldError } from '@callwright/contracts'
import { invalidFields } from '../errors.ts'
import { normalizeName } from './normalize-name.ts'
import { findPasswordProblem, type PasswordPolicy } from './password-policy.ts'

export interface Registration {
  readonly username: string
  readonly usernameKey: string
  readonly email: string
  readonly emailKey: string
  readonly password: string
  readonly fullName: string | null
}

const USERNAME_MIN = 3
const USERNAME_MAX = 32
const usernamePattern = /^[A-Za-z0-9._-]+$/
const emailPattern = /^[^\s\p{Cc}@]+@[^\s\p{Cc}]+$/u
const controlCharacter = /\p{Cc}/u

/** Validates a registration form against SPEC section 5 and D31. Throws one error with a message per invalid field. */
export function readRegistration(form: Body<'auth.register'>, policy: PasswordPolicy): Registration {
  const fullName = form.full_name?.trim() ?? ''
  const problems: [string, string | null][] = [
    ['username', findUsernameProblem(form.username)],
    ['email', findEmailProblem(form.email)],
    ['password', findPasswordProblem(form.password, policy, [form.username, form.email])],
    ['full_name', controlCharacter.test(fullName) ? 'Full name must be plain text on one line' : null],
  ]
  const fields = problems.flatMap(([field, detail]): FieldError[] => (detail === null ? [] : [{ field, detail }]))
  if (fields.length > 0) throw invalidFields(fields)
  return {
    username: form.username,
    usernameKey: normalizeName(form.username),
    email: form.email,
    emailKey: normalizeName(form.email),
    password: form.password,
    fullName: fullName === '' ? null : fullName,
  }
}

function findUsernameProblem(username: string): string | null {
  if (username.trim() === '') return 'Username is required'
  if (username.length < USERNAME_MIN) return `Username must be at least ${USERNAME_MIN} characters`
  if (username.length > USERNAME_MAX) return `Username must be at most ${USERNAME_MAX} characters`
  if (usernamePattern.test(username)) return null
  return 'Username may contain only letters, digits, dots, underscores and hyphens'
}

function findEmailProblem(email: string): string | null {
  if (email.trim() === '') return 'Email is required'
  return emailPattern.test(email) ? null : 'Please enter a valid email address'
}
