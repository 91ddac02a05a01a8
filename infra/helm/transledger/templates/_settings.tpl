{{/* The most nodes that there may be: the sum of what they allow is then never more than the limit. */}}
{{- define "transledger.apiNodes" -}}
{{- with .Values.api -}}
{{- ternary .autoscaling.maxReplicas .replicas .autoscaling.enabled | int -}}
{{- end -}}
{{- end -}}

{{- define "transledger.publicUrl" -}}
{{- $host := "" -}}
{{- $scheme := "https" -}}
{{- if and .Values.httpRoute.enabled .Values.httpRoute.hostnames }}{{ $host = first .Values.httpRoute.hostnames }}{{ end -}}
{{- if .Values.ingress.enabled -}}
{{- $host = (first .Values.ingress.hosts).host -}}
{{- if not .Values.ingress.tls }}{{ $scheme = "http" }}{{ end -}}
{{- end -}}
{{- if $host -}}
{{- printf "%s://%s" $scheme $host -}}
{{- else -}}
{{- $port := int .Values.api.service.port -}}
{{- printf "http://%s-api.%s.svc%s" (include "transledger.fullname" .) .Release.Namespace (eq $port 80 | ternary "" (printf ":%d" $port)) -}}
{{- end -}}
{{- end -}}

{{/* Each inference pod by its own name: whoever asks takes the one with the least under way. */}}
{{- define "transledger.inferenceUrls" -}}
{{- $name := printf "%s-inference" (include "transledger.fullname" .) -}}
{{- $urls := list -}}
{{- range $ordinal := until (int .Values.inference.replicas) -}}
{{- $urls = append $urls (printf "tcp://%s-%d.%s.%s.svc:%d" $name $ordinal $name $.Release.Namespace (int $.Values.ports.models)) -}}
{{- end -}}
{{- join "," $urls -}}
{{- end -}}

{{/* Everything that every role but inference is told and that is no secret. */}}
{{- define "transledger.settings" -}}
{{- $own := dict
  "HOST" .Values.host
  "PORT" (.Values.ports.http | int | toString)
  "TRANSLEDGER_METRICS_HOST" .Values.host
  "TRANSLEDGER_METRICS_PORT" (.Values.ports.metrics | int | toString)
  "TRANSLEDGER_NODE_PORT" (.Values.ports.nodes | int | toString)
  "TRANSLEDGER_DATA_DIR" "/var/lib/transledger"
  "TRANSLEDGER_PUBLIC_URL" (include "transledger.publicUrl" .)
  "TRANSLEDGER_API_NODES" (include "transledger.apiNodes" .) -}}
{{- if .Values.inference.enabled }}{{ $own = set $own "TRANSLEDGER_INFERENCE_URLS" (include "transledger.inferenceUrls" .) }}{{ end -}}
{{- merge dict .Values.settings $own | toYaml -}}
{{- end -}}

{{/* All that the inference pods are told: they have no database, no secret and no text of an organization on their disks. */}}
{{- define "transledger.inferenceSettings" -}}
{{- $host := contains ":" .Values.host | ternary (printf "[%s]" .Values.host) .Values.host -}}
{{- $own := dict
  "TRANSLEDGER_METRICS_HOST" .Values.host
  "TRANSLEDGER_METRICS_PORT" (.Values.ports.metrics | int | toString)
  "TRANSLEDGER_DATA_DIR" "/var/lib/transledger"
  "TRANSLEDGER_MODELS_DIR" "/var/lib/models"
  "TRANSLEDGER_INFERENCE_LISTEN" (printf "tcp://%s:%d" $host (int .Values.ports.models)) -}}
{{- $given := pick .Values.settings
  "TRANSLEDGER_LOG_LEVEL"
  "TRANSLEDGER_DISK_RESERVE"
  "TRANSLEDGER_MODELS"
  "TRANSLEDGER_MODELS_CATALOGUE"
  "TRANSLEDGER_MODELS_MEMORY"
  "TRANSLEDGER_MODELS_MIRROR" -}}
{{- merge $own $given | toYaml -}}
{{- end -}}

{{/* The process ends itself with 200 MiB more than its models may take; the limit is above that. */}}
{{- define "transledger.inferenceResources" -}}
{{- $models := default "536870912" .Values.settings.TRANSLEDGER_MODELS_MEMORY | int64 -}}
{{- $limits := dict "memory" (add $models 268435456 | toString) -}}
{{- toYaml (dict "requests" .Values.inference.resources.requests "limits" (merge dict .Values.inference.resources.limits $limits)) -}}
{{- end -}}

{{/* Variables that come from a secret, and of files that are mounted, in an inference pod. Takes root. */}}
{{- define "transledger.environmentOfModels" -}}
{{- with .root.Values.secrets.modelsMirror }}{{ if .existingSecret }}
{{ include "transledger.secretVariable" (dict "name" "TRANSLEDGER_MODELS_MIRROR" "secret" .existingSecret "key" .key) }}
{{- end }}{{ end }}
{{- with .root.Values.trustedCertificates }}{{ if .existingConfigMap }}
- name: NODE_EXTRA_CA_CERTS
  value: /etc/transledger/trusted/{{ .key }}
{{- end }}{{ end }}
{{- end -}}

{{- define "transledger.secretVariable" -}}
- name: {{ .name }}
  valueFrom:
    secretKeyRef:
      name: {{ .secret }}
      key: {{ .key }}
{{- end -}}

{{/* Variables from secrets, and of files that are mounted from them. Takes root, role. */}}
{{- define "transledger.environment" -}}
{{- $secrets := .root.Values.secrets -}}
{{- $usesTriton := ne .role "projector" -}}
{{ include "transledger.secretVariable" (dict "name" "TRANSLEDGER_MASTER_KEY" "secret" $secrets.masterKey.existingSecret "key" $secrets.masterKey.key) }}
{{ include "transledger.secretVariable" (dict "name" "DATABASE_URL" "secret" $secrets.database.existingSecret "key" $secrets.database.key) }}
{{- with $secrets.databaseDirect }}{{ if .existingSecret }}
{{ include "transledger.secretVariable" (dict "name" "TRANSLEDGER_DATABASE_DIRECT_URL" "secret" .existingSecret "key" .key) }}
{{- end }}{{ end }}
{{- with $secrets.eventStore }}{{ if .existingSecret }}
{{ include "transledger.secretVariable" (dict "name" "EVENTSTORE_URL" "secret" .existingSecret "key" .key) }}
{{- end }}{{ end }}
{{- with $secrets.redis }}{{ if .existingSecret }}
{{ include "transledger.secretVariable" (dict "name" "REDIS_URL" "secret" .existingSecret "key" .key) }}
{{- end }}{{ end }}
{{- with $secrets.kafka }}{{ if .existingSecret }}
{{ include "transledger.secretVariable" (dict "name" "TRANSLEDGER_KAFKA_USERNAME" "secret" .existingSecret "key" .usernameKey) }}
{{ include "transledger.secretVariable" (dict "name" "TRANSLEDGER_KAFKA_PASSWORD" "secret" .existingSecret "key" .passwordKey) }}
{{- end }}{{ end }}
{{- with $secrets.kafkaCa }}{{ if .existingSecret }}
- name: TRANSLEDGER_KAFKA_CA_FILE
  value: /etc/transledger/kafka-ca/{{ .key }}
{{- end }}{{ end }}
{{- with $secrets.oidc }}{{ if .existingSecret }}
{{ include "transledger.secretVariable" (dict "name" "TRANSLEDGER_OIDC_CLIENT_SECRET" "secret" .existingSecret "key" .clientSecretKey) }}
{{- end }}{{ end }}
{{- with $secrets.objectStore }}{{ if .existingSecret }}
{{ include "transledger.secretVariable" (dict "name" "AWS_ACCESS_KEY_ID" "secret" .existingSecret "key" .accessKeyIdKey) }}
{{ include "transledger.secretVariable" (dict "name" "AWS_SECRET_ACCESS_KEY" "secret" .existingSecret "key" .secretAccessKeyKey) }}
{{- end }}{{ end }}
{{- with $secrets.tritonCa }}{{ if and .existingSecret $usesTriton }}
- name: TRANSLEDGER_TRITON_CA_FILE
  value: /etc/transledger/triton-ca/{{ .key }}
{{- end }}{{ end }}
{{- with $secrets.tritonClient }}{{ if and .existingSecret $usesTriton }}
- name: TRANSLEDGER_TRITON_CERTIFICATE_FILE
  value: /etc/transledger/triton-client/{{ .certificateKey }}
- name: TRANSLEDGER_TRITON_KEY_FILE
  value: /etc/transledger/triton-client/{{ .keyKey }}
{{- end }}{{ end }}
{{- with .root.Values.trustedCertificates }}{{ if .existingConfigMap }}
- name: NODE_EXTRA_CA_CERTS
  value: /etc/transledger/trusted/{{ .key }}
{{- end }}{{ end }}
{{- end -}}
