import type { Body, FieldError } from '@callwright/contracts'
import { Button, Text } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { type ApiError, asApiError } from '../../api/http.ts'
import { RETURN_KEY, useOidcChallengeMutation, useOidcSignInMutation } from '../../api/oidc.ts'
import { explainPassword } from '../../shared/form/explain-password.ts'
import { FormField, validateOldPassword } from '../../shared/form/form-field.tsx'
import { isMarkedInFull, type ServerFields, SubmitError, useServerErrors } from '../../shared/form/server-errors.tsx'
import { useSingleSubmit } from '../../shared/hooks.ts'
import { usePasskeyProof } from '../../shared/passkeys.ts'
import { LOGIN_PATH } from '../../shared/paths.ts'
import { Link, useNavigate } from '../../shared/routing.ts'
import classes from './auth.module.css'
import { AuthFrame, FormTitle, useEntry } from './auth-frame.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'

type Step =
  | { readonly kind: 'waiting' | 'ended' }
  | { readonly kind: 'link'; readonly text: string }
  | { readonly kind: 'factor'; readonly asked: readonly FieldError[]; readonly password: string | undefined }

/** Page to which the provider sends users back. Asks for the password or second factor that is still needed. */
export function ContinuePage() {
  const entry = useEntry()
  const navigate = useNavigate()
  const [signIn, { isLoading, isSuccess, error }] = useOidcSignInMutation()
  const passkey = usePasskeyProof(useOidcChallengeMutation())
  const [step, setStep] = useState<Step>({ kind: 'waiting' })
  const isStarted = useRef(false)
  const [parameters] = useState(() => new URLSearchParams(sessionStorage.getItem(RETURN_KEY) ?? ''))
  const failure = asApiError(error)
  const busy = isLoading || isSuccess

  const send = async (form: Body<'auth.oidcSignIn'>) => {
    const problem = asApiError((await signIn(form)).error)
    if (problem !== null) setStep((before) => chooseStep(before, problem, form.password))
  }
  const back = () => void navigate(LOGIN_PATH)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer in the URL is sent once
  useEffect(() => {
    if (isStarted.current) return
    isStarted.current = true
    const answer = window.location.search.slice(1)
    // Takes the answer out of the history.
    void navigate({ search: '' }, { replace: true })
    void send({ answer: answer === '' ? 'none' : answer })
  }, [])

  return (
    <AuthFrame title="Sign in" {...{ entry, parameters }} hasDemo={false}>
      {step.kind === 'factor' ? (
        <SecondFactorForm
          asked={step.asked}
          passkey={passkey}
          credentials={step.password === undefined ? {} : { password: step.password }}
          {...{ busy }}
          failure={failure?.code === 'second_factor_needed' ? null : failure}
          onProof={(proof) => send({ ...proof, ...(step.password !== undefined && { password: step.password }) })}
          onBack={back}
        />
      ) : step.kind === 'link' ? (
        <LinkForm
          text={step.text}
          busy={busy}
          failure={failure?.code === 'link_needed' ? null : failure}
          onSend={(password) => send({ password })}
          onBack={back}
        />
      ) : (
        <div className={classes.form}>
          <FormTitle>{step.kind === 'ended' ? 'Could not sign in' : 'Signing you in...'}</FormTitle>
          {step.kind === 'ended' && failure !== null && (
            <>
              <SubmitError error={failure} fallback="Login failed. Please try again." />
              <Link to={LOGIN_PATH}>Back to sign in</Link>
            </>
          )}
        </div>
      )}
    </AuthFrame>
  )
}

/** The step after an error. A wrong password or code leaves the form open; any other error ends the sign-in. */
function chooseStep(before: Step, { code, detail, fields, status }: ApiError, password: string | undefined): Step {
  if (code === 'link_needed') return { kind: 'link', text: detail ?? '' }
  if (code === 'second_factor_needed') return { kind: 'factor', asked: fields, password }
  const canRepeat = status === null || status === 401 || status === 400 || status === 429 || status === 503
  return before.kind !== 'waiting' && canRepeat ? before : { kind: 'ended' }
}

interface LinkFields {
  password: string
}

const linkFields: ServerFields<LinkFields> = { password: 'password', wrong_current_password: 'password' }

interface LinkFormProps {
  readonly text: string
  readonly busy: boolean
  readonly failure: ApiError | null
  readonly onSend: (password: string) => Promise<void>
  readonly onBack: () => void
}

/** Asks for the password of the account with the same email. */
function LinkForm({ text, busy, failure: answer, onSend, onBack }: LinkFormProps) {
  const failure = useMemo(() => explainPassword(answer), [answer])
  const { register, handleSubmit, formState, setError, setFocus } = useForm<LinkFields>({
    mode: 'onTouched',
    defaultValues: { password: '' },
  })
  useEffect(() => setFocus('password'), [setFocus])
  useServerErrors(failure, linkFields, setError)
  const submit = useSingleSubmit(handleSubmit(({ password }) => onSend(password)))
  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-label="Connect your account">
      <FormTitle>Connect your account</FormTitle>
      <Text c="dimmed" mb="lg" style={{ overflowWrap: 'anywhere' }}>
        {text}
      </Text>
      <FormField
        label="Password"
        type="password"
        autoComplete="current-password"
        message={formState.errors.password?.message}
        {...register('password', { validate: validateOldPassword })}
      />
      {failure && !busy && (
        <SubmitError
          error={failure}
          fallback="Login failed. Please try again."
          marked={isMarkedInFull(failure, linkFields)}
        />
      )}
      <Button type="submit" variant="filled" size="lg" fullWidth disabled={busy}>
        {busy ? 'Signing in...' : 'Connect and sign in'}
      </Button>
      <Button type="button" size="lg" fullWidth mt="sm" disabled={busy} onClick={onBack}>
        Back
      </Button>
    </form>
  )
}
