import { useDisclosure } from '@mantine/hooks'
import type { SessionUser } from '../../../api/credentials.ts'
import { SubmitError } from '../../../shared/form/submit-error.tsx'
import { BusyButton } from '../../../shared/ui/busy-button.tsx'
import { useDeferred } from '../../../shared/use-deferred.ts'
import { DemoNote } from '../demo-note.tsx'
import { Section } from '../section.tsx'
import { dataWords as words } from '../settings-words.ts'
import classes from './account.module.css'
import { useExport } from './use-export.ts'

const loadDialog = async () => (await import('./delete-dialog.tsx')).DeleteDialog

/** Section where users export or delete their data. */
export function DataSection({ user }: { readonly user: SessionUser }) {
  return (
    <Section id="data" {...(!user.isDemo && { intro: words.account(user.username, user.email) })}>
      {user.isDemo ? (
        <DemoNote of="data" />
      ) : (
        <>
          <Export />
          <Deletion username={user.username} />
        </>
      )}
    </Section>
  )
}

function Export() {
  const { failure, busy, download } = useExport()
  return (
    <div className={classes.task}>
      <p className={classes.hint}>{words.exportHint}</p>
      {failure && <SubmitError error={failure} fallback={words.exportFailed} />}
      <BusyButton busy={busy} onClick={download}>
        {busy ? words.exporting : words.export}
      </BusyButton>
    </div>
  )
}

function Deletion({ username }: { readonly username: string }) {
  const [opened, dialog] = useDisclosure(false)
  const { part: DeleteDialog, loading, load } = useDeferred(loadDialog)
  const open = async () => {
    if (await load()) dialog.open()
  }
  return (
    <div className={classes.task}>
      <p className={classes.hint}>{words.deleteHint}</p>
      <BusyButton busy={loading} onClick={open}>
        {words.delete}
      </BusyButton>
      {DeleteDialog !== null && <DeleteDialog opened={opened} username={username} onClose={dialog.close} />}
    </div>
  )
}
