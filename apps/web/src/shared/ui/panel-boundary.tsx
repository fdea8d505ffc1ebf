import { Button } from '@mantine/core'
import { createContext, type ReactNode, use } from 'react'
import { commonWords } from '../common-words.ts'
import { Empty } from './empty.tsx'
import { ErrorBoundary, type ErrorBoundaryProps } from './error-boundary.tsx'
import { uiWords } from './ui-words.ts'

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
    <Empty tone="trouble" title={uiWords.notShown(name)} actions={<Button onClick={reset}>{uiWords.tryAgain}</Button>}>
      {commonWords.restWorks}
    </Empty>
  )
  return (
    <ErrorBoundary renderError={renderError} onError={onError}>
      {children}
    </ErrorBoundary>
  )
}
