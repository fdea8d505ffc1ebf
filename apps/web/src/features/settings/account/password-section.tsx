import { useEffect, useEffectEvent, useState } from 'react'
import type { SessionUser } from '../../../api/credentials.ts'
import { useDeferred } from '../../../shared/use-deferred.ts'
import { DemoNote } from '../demo-note.tsx'
import { LoadTrouble } from '../load-trouble.tsx'
import { Section } from '../section.tsx'
import { passwordWords as words } from '../settings-words.ts'
import { Waiting } from '../waiting.tsx'
import classes from './account.module.css'

const loadForm = async () => (await import('./password-form.tsx')).PasswordForm

export function PasswordSection({ user }: { readonly user: SessionUser }) {
  return (
    <Section id="password" {...(!user.isDemo && { intro: words.intro })}>
      {user.isDemo ? <DemoNote of="password" /> : <DeferredForm username={user.username} />}
    </Section>
  )
}

/** Loaded lazily: only this form needs the form library. */
function DeferredForm({ username }: { readonly username: string }) {
  const { part: PasswordForm, loading, tryLoad } = useDeferred(loadForm)
  const [missing, setMissing] = useState(false)
  const fetchPart = async () => setMissing(!(await tryLoad()))
  const begin = useEffectEvent(() => void fetchPart())
  useEffect(() => begin(), [])
  if (PasswordForm !== null) return <PasswordForm username={username} />
  if (missing) return <LoadTrouble error={null} fallback={words.missing} retrying={loading} onRetry={fetchPart} />
  return (
    <div className={classes.coming}>
      <Waiting words={words.loading} rows={3} onRetry={fetchPart} />
    </div>
  )
}
