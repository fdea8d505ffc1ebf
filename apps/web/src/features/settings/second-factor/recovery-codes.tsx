import { Box, Button, Code, Group, Stack, Text } from '@mantine/core'
import { saveFile } from '../../../shared/export/save-file.ts'
import { notify } from '../../../shared/notifications.tsx'
import type { ClosableProps } from './step-form.tsx'

/** Shows new recovery codes, which the server does not show again. */
export function RecoveryCodes({ codes, onClose }: ClosableProps & { readonly codes: readonly string[] }) {
  const text = `${codes.join('\n')}\n`
  return (
    <Stack gap="md" align="flex-start">
      <p role="status">Two-factor sign-in is on.</p>
      <Text maw="62ch">
        Keep these recovery codes in a safe place. Each signs you in once if you lose your app or passkey. They are
        shown only now.
      </Text>
      <Box component="ul" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <Code>{code}</Code>
          </li>
        ))}
      </Box>
      <Group gap="sm">
        <CopyButton text={text} label="Copy codes" />
        <Button onClick={() => saveFile('callwright-recovery-codes.txt', text, 'text/plain')}>Download codes</Button>
        <Button variant="filled" onClick={onClose}>
          I have saved the codes
        </Button>
      </Group>
    </Stack>
  )
}

export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      notify('Copied')
    } catch {
      notify('Your browser does not allow copying here.')
    }
  }
  return <Button onClick={copy}>{label}</Button>
}
