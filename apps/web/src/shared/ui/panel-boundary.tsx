import { Button } from '@mantine/core'
import { createContext, type ReactNode, use } from 'react'
import { Empty } from './empty.tsx'
import { ErrorBoundary, type ErrorBoundaryProps } from './error-boundary.tsx'

interface PanelBoundaryProps {
  /** What it holds, as in "The table could not be shown". */
  readonly name: string
  readonly children: ReactNode
}

/** Hears of every part that could not be drawn. */
export const PanelErrorContext = createContext<NonNullable<ErrorBoundaryProps['onError']>>(() => {})

/** A part of a page that fails alone: where it cannot be drawn it says so, and the rest of the page goes on. */
export function PanelBoundary({ name, children }: PanelBoundaryProps) {
  const onError = use(PanelErrorContext)
  const renderError = (reset: () => void) => (
    <Empty tone="trouble" title={`The ${name} could not be shown`} actions={<Button onClick={reset}>Try Again</Button>}>
      The rest of the page still works.
    </Empty>
  )
  return (
    <ErrorBoundary renderError={renderError} onError={onError}>
      {children}
    </ErrorBoundary>
  )
}
