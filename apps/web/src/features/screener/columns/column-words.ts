/** UI text for the column chooser and the row heights. */
export const columnWords = {
  open: 'Columns',
  which: 'Show columns',
  find: 'Find a column',
  none: 'No column has that name.',
  order: 'Column order',
  orderTitle: 'Order, left to right',
  reset: 'Reset',
  locked: 'The essential columns are always shown.',
  alwaysFirst: 'always first',
  moved: (column: string, place: number, columns: number) => `${column} is now column ${place} of ${columns}`,
  move: { up: (column: string) => `Move ${column} up`, down: (column: string) => `Move ${column} down` },
  preset: 'Column preset',
  presets: { essential: 'Essential', professional: 'Professional' },
  density: 'Row height',
  densities: { compact: 'Compact rows', standard: 'Standard rows', roomy: 'Roomy rows' },
} as const
