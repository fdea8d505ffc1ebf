import { Text } from '@mantine/core'
import { asApiError } from '../../../api/http.ts'
import { useRemoveProviderLinksMutation } from '../../../api/provider-links.ts'
import type { SecondFactor } from '../../../api/second-factor.ts'
import { notify } from '../../../shared/notifications.tsx'
import { ProofForm } from '../second-factor/step-form.tsx'

interface DisconnectFormProps {
  readonly name: string
  readonly factor: SecondFactor
  readonly onClose: () => void
}

export function DisconnectForm({ name, factor, onClose }: DisconnectFormProps) {
  const [remove, { isLoading, error }] = useRemoveProviderLinksMutation()
  return (
    <>
      <Text maw="62ch">After that, you sign in with your password only. You stay signed in on all your devices.</Text>
      <ProofForm
        {...{ factor, onClose }}
        label={`Disconnect ${name}`}
        action="Disconnect"
        fallback={`Could not disconnect ${name}. Please try again.`}
        busy={isLoading}
        failure={asApiError(error)}
        onConfirm={async (confirmation) => {
          const { data } = await remove(confirmation)
          if (data === undefined) return
          onClose()
          notify(`${name} is disconnected.`)
        }}
      />
    </>
  )
}
