import { createContext } from 'react'
import type { ErrorReporting } from './report-error.ts'

/** Settings for reporting render errors; null disables reports. */
export const ErrorReportingContext = createContext<ErrorReporting | null>(null)
