import { PasswordInput, TextInput } from '@mantine/core'
import type { ComponentProps } from 'react'
import { renderFieldError } from '../ui/notices.tsx'
import classes from './form.module.css'

type BoundInput = 'name' | 'ref' | 'onBlur' | 'onChange' | 'autoComplete' | 'autoCapitalize' | 'spellCheck'

interface FormFieldProps extends Pick<ComponentProps<'input'>, BoundInput> {
  readonly label: string
  readonly type?: 'text' | 'email' | 'password'
  readonly message: string | undefined
}

/** A labeled field with its error below it; a password can be revealed. */
export function FormField({ message, type = 'text', ...input }: FormFieldProps) {
  const invalid = { error: renderFieldError(message), 'aria-invalid': message !== undefined }
  const shared = { className: classes.field, ...invalid, ...input }
  return type === 'password' ? (
    <PasswordInput {...shared} visibilityToggleFocusable visibilityToggleButtonProps={passwordToggle} />
  ) : (
    <TextInput {...shared} type={type} />
  )
}

const passwordToggle = { 'aria-label': 'Show password' }

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
