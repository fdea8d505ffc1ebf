import { PasswordInput, TextInput } from '@mantine/core'
import type { ComponentProps } from 'react'
import { renderFieldError } from '../ui/field-error.tsx'
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
