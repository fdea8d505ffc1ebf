import { createContext } from 'react'
import type { ErrorReporting } from './report-error.ts'

/** How render errors are reported; null: not at all. */
export const ErrorReportingContext = createContext<ErrorReporting | null>(null)
