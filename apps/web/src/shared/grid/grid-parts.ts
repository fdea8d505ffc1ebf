/** Table elements that are laid out as something else lose their parts in some browsers: spread on them, these keep them. */
export const gridParts = {
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  columnHeader: { role: 'columnheader' },
  rowHeader: { role: 'rowheader' },
  cell: { role: 'gridcell' },
} as const
