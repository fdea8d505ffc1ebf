import { Button, type ButtonProps, Loader } from '@mantine/core'

interface BusyButtonProps extends ButtonProps {
  readonly busy: boolean
  readonly 'aria-label'?: string
  readonly onClick: () => unknown
}

/** Button that keeps its focus while busy. If it were disabled instead, it would lose the focus. */
export function BusyButton({ busy, onClick, leftSection, ...rest }: BusyButtonProps) {
  return (
    <Button
      {...rest}
      leftSection={busy && leftSection ? <Loader size={14} color="currentColor" aria-hidden="true" /> : leftSection}
      aria-disabled={busy}
      onClick={() => {
        if (!busy) void onClick()
      }}
    />
  )
}
