import { useEffect } from 'react'
import { type Path, useForm } from 'react-hook-form'
import type { ApiError } from '../../api/api-error.ts'

export interface RegisterFields {
  fullName: string
  username: string
  email: string
  password: string
  confirmPassword: string
}

/** The server's names of the fields it may refuse. */
const serverFields: Readonly<Record<string, Path<RegisterFields>>> = {
  full_name: 'fullName',
  username: 'username',
  email: 'email',
  password: 'password',
}

/** Whether every word of a refusal has its field to stand at. */
export function isMarkedInFull({ fields }: ApiError): boolean {
  return fields.length > 0 && fields.every(({ field }) => serverFields[field] !== undefined)
}

/** The fields of the registration with their rules (SPEC section 5) and with what the server refused of them. */
export function useRegisterForm(failure: ApiError | null) {
  const form = useForm<RegisterFields>({
    mode: 'onTouched',
    defaultValues: { fullName: '', username: '', email: '', password: '', confirmPassword: '' },
  })
  const { register, formState, getValues, setError, trigger } = form
  const { errors, touchedFields } = formState

  useEffect(() => {
    for (const { field, detail } of failure?.fields ?? []) {
      const name = serverFields[field]
      if (name !== undefined) setError(name, { type: 'server', message: detail }, { shouldFocus: true })
    }
  }, [failure, setError])

  const bind = (name: Path<RegisterFields>, rules: Parameters<typeof register>[1] = {}) => ({
    message: errors[name]?.message,
    ...register(name, rules),
  })
  return {
    submitWith: form.handleSubmit,
    fields: {
      fullName: bind('fullName'),
      username: bind('username', { validate: validateUsername }),
      email: bind('email', { validate: validateEmail }),
      password: bind('password', {
        validate: validatePassword,
        onChange: () => {
          if (touchedFields.confirmPassword) void trigger('confirmPassword')
        },
      }),
      confirmPassword: bind('confirmPassword', {
        validate: (value) => validateConfirmation(value, getValues('password')),
      }),
    },
  }
}

function validateUsername(value: string): string | true {
  const name = value.trim()
  if (name === '') return 'Username is required'
  return name.length >= 3 || 'Username must be at least 3 characters'
}

function validateEmail(value: string): string | true {
  const email = value.trim()
  if (email === '') return 'Email is required'
  return /^\S+@\S+$/.test(email) || 'Please enter a valid email address'
}

function validatePassword(value: string): string | true {
  if (value === '') return 'Password is required'
  return value.length >= 6 || 'Password must be at least 6 characters'
}

function validateConfirmation(value: string, password: string): string | true {
  if (value === '') return 'Please confirm your password'
  return value === password || 'Passwords do not match'
}
