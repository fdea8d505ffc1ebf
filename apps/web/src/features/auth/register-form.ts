import { type Path, useForm } from 'react-hook-form'
import type { ApiError } from '../../api/api-error.ts'
import { validateConfirmation, validateNewPassword } from '../../shared/form/password-rules.ts'
import { type ServerFields, useServerErrors } from '../../shared/form/server-errors.ts'
import { registerWords as words } from './auth-words.ts'

export interface RegisterFields {
  fullName: string
  username: string
  email: string
  password: string
  confirmPassword: string
}

/** Form fields, keyed by the name that the server's validation errors use. */
export const serverFields: ServerFields<RegisterFields> = {
  full_name: 'fullName',
  username: 'username',
  email: 'email',
  password: 'password',
}

/** Registration fields with their validation rules (SPEC section 5) and the server's field errors. */
export function useRegisterForm(failure: ApiError | null) {
  const form = useForm<RegisterFields>({
    mode: 'onTouched',
    defaultValues: { fullName: '', username: '', email: '', password: '', confirmPassword: '' },
  })
  const { register, formState, getValues, setError, trigger } = form
  const { errors, touchedFields } = formState

  useServerErrors(failure, serverFields, setError)

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
        validate: validateNewPassword,
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
  if (name === '') return words.usernameMissing
  return name.length >= 3 || words.usernameShort
}

function validateEmail(value: string): string | true {
  const email = value.trim()
  if (email === '') return words.emailMissing
  return /^[^\s@]+@\S+$/.test(email) || words.emailWrong
}
