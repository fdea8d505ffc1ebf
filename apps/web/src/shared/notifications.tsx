import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useRef, useState } from 'react'
import { commonWords } from './common-words.ts'

interface NotifyOptions {
  /** Whether the notice stays until the user dismisses it. Use this for messages that require action. */
  readonly stays?: boolean
}

/** Shows a one-line notice in a corner that reports what a user's action has done. */
export function notify(message: string, { stays = false }: NotifyOptions = {}): void {
  notifications.show({
    message,
    closeButtonProps: { 'aria-label': 'Dismiss' },
    ...(stays && { autoClose: false }),
  })
}

export function clearNotices(): void {
  notifications.clean()
}

/** Look of the button in a notice. */
export const buttonLook = { variant: 'subtle', size: 'xs', px: 'sm', flex: 'none', c: 'var(--accent)' } as const

const UNDO_SECONDS = 10

interface UndoNotice {
  readonly message: string
  readonly undo: () => unknown
  /**
   * Set for actions taken with the keyboard: the notice takes focus, so that Undo can be pressed at once, and afterward
   * calls this function to restore focus.
   */
  readonly returnFocus?: (() => void) | undefined
}

/** Shows a notice with an Undo button for a limited time. */
export function notifyUndo({ message, undo, returnFocus }: UndoNotice): void {
  const id = notifications.show({
    autoClose: false,
    closeButtonProps: { 'aria-label': 'Dismiss' },
    message: <Undo message={message} undo={undo} takesFocus={returnFocus !== undefined} onEnd={end} />,
    onClose: () => {
      if (document.activeElement?.closest('[role="alert"]')) returnFocus?.()
    },
  })
  function end() {
    notifications.hide(id)
  }
}

interface UndoProps extends Pick<UndoNotice, 'message' | 'undo'> {
  readonly takesFocus: boolean
  readonly onEnd: () => void
}

function Undo({ message, undo, takesFocus, onEnd }: UndoProps) {
  const isUndone = useRef(false)
  const button = useRef<HTMLButtonElement>(null)
  const [left, setLeft] = useState(UNDO_SECONDS)
  useEffect(() => {
    if (takesFocus) button.current?.focus()
  }, [takesFocus])
  useEffect(() => {
    if (left === 0) return onEnd()
    const timer = setTimeout(() => setLeft(left - 1), 1_000)
    return () => clearTimeout(timer)
  }, [left, onEnd])
  return (
    <Group justify="space-between" gap="md" wrap="nowrap">
      {message}
      <Button
        ref={button}
        {...buttonLook}
        onClick={() => {
          // While the notice fades out, its button still works.
          if (isUndone.current) return
          isUndone.current = true
          onEnd()
          void undo()
        }}
      >
        Undo
        <Text
          span
          miw={32}
          ml="xs"
          c="dimmed"
          ta="right"
          style={{ fontVariantNumeric: 'tabular-nums' }}
          aria-hidden="true"
        >
          {left} s
        </Text>
      </Button>
    </Group>
  )
}

/** All failures share this id, so that a second one replaces the first and only one notice is shown. */
const ID = 'retry'

/** Shows a failure with a Retry button. Resolves to true if the user retries, and to false if the user dismisses it. */
export function askToRetry(message: string): Promise<boolean> {
  notifications.hide(ID)
  return new Promise((resolve) => {
    let isWanted = false
    notifications.show({
      id: ID,
      autoClose: false,
      closeButtonProps: { 'aria-label': 'Dismiss' },
      message: (
        <Group justify="space-between" gap="md" wrap="nowrap">
          {message}
          <Button
            {...buttonLook}
            onClick={() => {
              isWanted = true
              notifications.hide(ID)
            }}
          >
            {commonWords.retry}
          </Button>
        </Group>
      ),
      onClose: () => resolve(isWanted),
    })
  })
}
