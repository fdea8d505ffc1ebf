/** ARIA roles to spread on table elements. Some browsers drop the native roles when CSS changes `display`. */
export const gridParts = {
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  columnHeader: { role: 'columnheader' },
  rowHeader: { role: 'rowheader' },
  cell: { role: 'gridcell' },
} as const
