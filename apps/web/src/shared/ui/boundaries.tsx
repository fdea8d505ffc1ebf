import { Button } from '@mantine/core'
import { Component, createContext, type ErrorInfo, type ReactNode, use } from 'react'
import { commonWords } from '../common-words.ts'
import { Empty } from './notices.tsx'

export interface ErrorBoundaryProps {
  readonly children: ReactNode
  readonly renderError: (reset: () => void) => ReactNode
  readonly onError?: (error: unknown, componentStack: string | null) => void
}

interface ErrorBoundaryState {
  readonly failed: boolean
}

/** Limits a rendering error to one part of the page. React supports error boundaries only as classes. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failed: false }

  static getDerivedStateFromError(): ErrorBoundaryState {
    return { failed: true }
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo) {
    this.props.onError?.(error, componentStack ?? null)
  }

  override render() {
    const reset = () => this.setState({ failed: false })
    return this.state.failed ? this.props.renderError(reset) : this.props.children
  }
}

interface PanelBoundaryProps {
  /** Name of the panel's content, as in "Could not show the table". */
  readonly name: string
  readonly children: ReactNode
}

/** Called whenever a part fails to render. */
export const PanelErrorContext = createContext<NonNullable<ErrorBoundaryProps['onError']>>(() => {})

/** Limits a rendering error to one panel, which reports it. The rest of the page keeps working. */
export function PanelBoundary({ name, children }: PanelBoundaryProps) {
  const onError = use(PanelErrorContext)
  const renderError = (reset: () => void) => (
    <Empty tone="trouble" title={`Could not show the ${name}`} actions={<Button onClick={reset}>Try Again</Button>}>
      {commonWords.restWorks}
    </Empty>
  )
  return (
    <ErrorBoundary renderError={renderError} onError={onError}>
      {children}
    </ErrorBoundary>
  )
}
