import type { CreationOptions, NewPasskey, PasskeyAnswer, RequestOptions } from '@callwright/contracts'
import { useState } from 'react'
import { type ApiError, asApiError, buildFailure } from '../api/http.ts'

export type Outcome<Result> =
  | { readonly result: Result; readonly failure: null }
  | { readonly result: null; readonly failure: ApiError }

const reasons: Readonly<Record<string, string>> = {
  NotAllowedError: 'No passkey was used. Try again, and confirm in the dialog of your browser.',
  InvalidStateError: 'This device already has a passkey for your account.',
  SecurityError: 'Passkeys do not work here. Open Callwright at its usual address.',
}

/** Loads the library when a passkey is first used. Turns its errors into sentences for the form. */
async function withLibrary<Result>(
  work: (library: typeof import('@simplewebauthn/browser')) => Promise<Result>,
): Promise<Outcome<Result>> {
  const fail = (detail: string) => ({ result: null, failure: { ...buildFailure('canceled'), detail } })
  try {
    const library = await import('@simplewebauthn/browser')
    // Browsers hide passkeys from pages that are loaded over plain HTTP.
    if (!library.browserSupportsWebAuthn())
      return fail('This browser has no passkeys, or hides them from a page without HTTPS.')
    return { result: await work(library), failure: null }
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    return fail(reasons[name] ?? 'Your browser could not use a passkey. Please try again.')
  }
}

/** Lets the user create a passkey in the dialog of the browser. */
export const createPasskey = (options: CreationOptions): Promise<Outcome<NewPasskey>> =>
  withLibrary(({ startRegistration }) => startRegistration({ optionsJSON: options }))

const answerChallenge = (options: RequestOptions): Promise<Outcome<PasskeyAnswer>> =>
  withLibrary(({ startAuthentication }) => startAuthentication({ optionsJSON: options }))

export interface PasskeyProof<Credentials> {
  /** Lets the user confirm with a passkey in the dialog of the browser. Returns null if that fails. */
  readonly prove: (credentials: Credentials) => Promise<PasskeyAnswer | null>
  readonly busy: boolean
  readonly failure: ApiError | null
  /** Forgets the failure of the last try, when the user goes on without a passkey. */
  readonly clear: () => void
}

type ChallengeMutation<Credentials> = readonly [
  (credentials: Credentials) => PromiseLike<{ readonly data?: RequestOptions | undefined }>,
  { readonly isLoading: boolean; readonly error?: unknown; readonly reset: () => void },
]

/** Proof of the second factor with a passkey. The mutation requests the challenge. */
export function usePasskeyProof<Credentials>([
  requestChallenge,
  { isLoading, error, reset },
]: ChallengeMutation<Credentials>): PasskeyProof<Credentials> {
  const [waiting, setWaiting] = useState(false)
  const [failure, setFailure] = useState<ApiError | null>(null)
  const prove: PasskeyProof<Credentials>['prove'] = async (credentials) => {
    setFailure(null)
    const { data } = await requestChallenge(credentials)
    if (data === undefined) return null
    setWaiting(true)
    const answered = await answerChallenge(data)
    setWaiting(false)
    setFailure(answered.failure)
    return answered.result
  }
  const clear = () => {
    setFailure(null)
    reset()
  }
  return { prove, busy: isLoading || waiting, failure: asApiError(error) ?? failure, clear }
}
