import type Highcharts from 'highcharts/esm/highstock.js'

type Outline = Highcharts.SVGPathArray

/** What the declarations of Highcharts leave out. */
interface Library {
  readonly seriesTypes: { readonly column: { readonly prototype: object } }
}
interface DrawnPoint {
  readonly isNull: boolean
  readonly shapeArgs?: { readonly d: Outline } | Readonly<Record<'x' | 'y' | 'width' | 'height', number>>
  readonly getClassName: () => string
}
interface DrawnSeries {
  readonly chart: Highcharts.Chart
  readonly group: Highcharts.SVGElement
  readonly points: readonly DrawnPoint[]
  readonly pointAttribs: (point: DrawnPoint) => Highcharts.SVGAttributes
  shapes?: readonly Highcharts.SVGElement[]
}

/**
 * Has columns and candles drawn with one shape for all that look alike: with one for each of them, two for each bar, it takes
 * half as long again to draw a chart. For series that nothing points at: their points have no shapes of their own then.
 */
export function drawPointsInOne(library: unknown): void {
  Object.assign((library as Library).seriesTypes.column.prototype, {
    drawPoints(this: DrawnSeries) {
      for (const shape of this.shapes ?? []) shape.destroy()
      const looks = new Map<string, { readonly first: DrawnPoint; readonly path: Outline }>()
      for (const point of this.points) {
        if (point.isNull) continue
        const className = point.getClassName()
        const look = looks.get(className) ?? { first: point, path: [] as Outline }
        looks.set(className, look)
        look.path.push(...outline(point))
      }
      this.shapes = Array.from(looks, ([className, { first, path }]) =>
        this.chart.renderer.path(path).attr(this.pointAttribs(first)).addClass(className).add(this.group),
      )
    },
  })
}

function outline({ shapeArgs }: DrawnPoint): Outline {
  if (shapeArgs === undefined) return []
  if ('d' in shapeArgs) return shapeArgs.d
  const { x, y, width, height } = shapeArgs
  return [['M', x, y], ['L', x + width, y], ['L', x + width, y + height], ['L', x, y + height], ['Z']]
}
