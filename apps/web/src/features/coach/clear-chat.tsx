import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useDeferred } from '../../shared/use-deferred.ts'
import { coachWords as words } from './coach-words.ts'

const loadDialog = async () => (await import('../../shared/ui/confirm-dialog.tsx')).ConfirmDialog

interface ClearChatProps {
  readonly hasConversation: boolean
  readonly onClear: () => void
}

/** Clears the chat; asks for confirmation if there is a conversation. */
export function ClearChat({ hasConversation, onClear }: ClearChatProps) {
  const dialog = useDeferred(loadDialog)
  const [opened, { open, close }] = useDisclosure(false)
  const ask = async () => {
    if (await dialog.load()) open()
  }
  return (
    <>
      <Button variant="subtle" onClick={hasConversation ? ask : onClear}>
        {words.clear}
      </Button>
      {dialog.part !== null && (
        <dialog.part
          opened={opened}
          title={words.clearTitle}
          text={words.clearText}
          confirm={words.clear}
          isFinal
          onCancel={close}
          onConfirm={() => {
            close()
            onClear()
          }}
        />
      )}
    </>
  )
}
