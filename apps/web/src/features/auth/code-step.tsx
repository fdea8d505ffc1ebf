import type { FieldError } from '@callwright/contracts'
import { useLoginMutation } from '../../api/auth.ts'
import { asApiError } from '../../api/http.ts'
import { usePasskeyChallengeMutation } from '../../api/second-factor.ts'
import { usePasskeyProof } from '../../shared/passkeys.ts'
import { SecondFactorForm } from './second-factor-form.tsx'

interface CodeStepProps {
  readonly username: string
  readonly password: string
  readonly asked: readonly FieldError[]
  readonly onBack: () => void
}

/** Second step of the sign-in with a password: sends the proof together with the name and the password. */
export function CodeStep({ username, password, asked, onBack }: CodeStepProps) {
  const [login, { isLoading, isSuccess, error }] = useLoginMutation()
  const passkey = usePasskeyProof(usePasskeyChallengeMutation())
  const credentials = { username, password }
  return (
    <SecondFactorForm
      {...{ asked, passkey, credentials, onBack }}
      busy={isLoading || isSuccess}
      failure={asApiError(error)}
      onProof={(proof) => login({ ...credentials, ...proof })}
    />
  )
}
