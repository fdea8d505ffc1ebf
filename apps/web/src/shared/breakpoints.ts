/** Under 768 px: cards instead of tables, a drawer instead of the sidebar. */
export const PHONE = '(max-width: 47.99em)'
/** Under 1366 px: the sidebar shrinks to icons. */
export const NARROW = '(max-width: 85.36em)'
