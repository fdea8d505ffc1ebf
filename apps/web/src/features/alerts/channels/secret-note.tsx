import { Button, Group, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import classes from '../alerts.module.css'
import { copyText } from '../parts.tsx'

interface SecretNoteProps {
  readonly secret: string
  readonly onDone: () => void
}

/** The signing secret of a webhook, which cannot be read again. */
export function SecretNote({ secret, onDone }: SecretNoteProps) {
  const note = useRef<HTMLElement>(null)
  const code = useRef<HTMLElement>(null)
  useEffect(() => note.current?.focus(), [])
  return (
    <section ref={note} className={classes.note} aria-label="Signing secret" tabIndex={-1}>
      <p>
        <b>Store the signing secret now.</b> It is not shown again.
      </p>
      <code ref={code} className={classes.code}>
        {secret}
      </code>
      <Text size="sm" c="dimmed" maw="68ch">
        To verify a request, compute the HMAC-SHA256 of the <code>webhook-id</code> header, a period, the{' '}
        <code>webhook-timestamp</code> header, a period and the body, with the part of the secret after{' '}
        <code>whsec_</code>, decoded from Base64, as the key. In Base64, it must equal the part of the{' '}
        <code>webhook-signature</code> header after <code>v1,</code>. The{' '}
        <a href="https://www.standardwebhooks.com" target="_blank" rel="noreferrer">
          Standard Webhooks
        </a>{' '}
        libraries do this.
      </Text>
      <Group gap="sm">
        <Button onClick={() => void copyText(secret, code.current)}>Copy the secret</Button>
        <Button onClick={onDone}>I have stored it</Button>
      </Group>
    </section>
  )
}
