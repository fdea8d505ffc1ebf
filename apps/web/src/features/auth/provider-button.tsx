import { Button } from '@mantine/core'
import { asApiError } from '../../api/http.ts'
import { RETURN_KEY, useOidcNameQuery, useStartOidcMutation } from '../../api/oidc.ts'
import { SubmitError } from '../../shared/form/server-errors.tsx'
import { useSingleRun } from '../../shared/hooks.ts'
import { useSearchParams } from '../../shared/routing.ts'

/** Button that leads to the operator's sign-in provider. Shows nothing if there is none. */
export function ProviderButton({ busy }: { readonly busy: boolean }) {
  const { data: name } = useOidcNameQuery()
  const [search] = useSearchParams()
  const [start, { isLoading, isSuccess, error }] = useStartOidcMutation()
  const failure = asApiError(error)
  const leave = useSingleRun(async () => {
    const invitation = search.get('invitation')
    const { data: url } = await start(invitation === null ? {} : { invitation })
    if (url === undefined) return
    // The provider's answer comes to a page of ours without these parameters.
    sessionStorage.setItem(RETURN_KEY, search.toString())
    window.open(url, '_self')
  })
  if (name === undefined || name === null) return null
  return (
    <>
      {failure && !isLoading && (
        <SubmitError error={failure} fallback="Could not start the sign-in. Please try again." />
      )}
      <Button type="button" size="lg" fullWidth mt="sm" disabled={busy || isLoading || isSuccess} onClick={leave}>
        Sign in with {name}
      </Button>
    </>
  )
}
