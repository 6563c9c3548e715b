import { type Setting, setting } from './setting.ts'
import { anything, httpUrl, onOff, percentAsBasisPoints, whole } from './setting-forms.ts'

/** What an operator sees of the program while it runs. */
export const settingsOfOperating: readonly Setting[] = [
  setting(
    ['METRICS_PORT', 'metricsPort'],
    whole(0, 65_535),
    'The port at which Prometheus reads /metrics, of a listener of its own; 0 takes a free one. Unset: none (docs/operate/metrics.md).',
  ),
  setting(
    ['METRICS_HOST', 'metricsHost'],
    anything('an address to listen on', /^\S+$/),
    'The address that METRICS_PORT is at. Whoever reaches it reads the metrics: they are for nobody else.',
    { default: '127.0.0.1' },
  ),
  setting(
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'tracesUrl'],
    httpUrl(''),
    'Where traces are sent as OTLP over HTTP, without /v1/traces: http://127.0.0.1:4318. Unset: none are made.',
  ),
  setting(
    ['OTEL_EXPORTER_OTLP_HEADERS', 'tracesHeaders'],
    anything('headers such as authorization=Bearer%20secret,x-tenant=7', /^[^\s=,]+=[^\s,]*(?:,[^\s=,]+=[^\s,]*)*$/),
    'What is sent with them; values are percent-encoded.',
    { secret: true },
  ),
  setting(
    ['TRACES_PERCENT', 'tracesBasisPoints'],
    percentAsBasisPoints,
    'How many of the requests, runs of jobs and deliveries are traced, in percent.',
    { default: '5' },
  ),
  setting(
    ['TRACES_CONTINUE', 'tracesContinue'],
    onOff,
    'Whether a traceparent in a request is continued, and decides whether it is traced; on only behind a proxy that sets or removes it. Off: it is linked.',
    { default: 'off' },
  ),
]
