{{- define "transledger.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{- define "transledger.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" -}}
{{- else if contains (include "transledger.name" .) .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name (include "transledger.name" .) | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "transledger.selector" -}}
app.kubernetes.io/name: {{ include "transledger.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "transledger.labels" -}}
{{- $own := dict
  "helm.sh/chart" (printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_")
  "app.kubernetes.io/version" .Chart.AppVersion
  "app.kubernetes.io/part-of" "transledger"
  "app.kubernetes.io/managed-by" .Release.Service -}}
{{- merge (include "transledger.selector" . | fromYaml) $own .Values.commonLabels | toYaml -}}
{{- end -}}

{{/* Name, labels and annotations of an object. Takes root, name (may be ""), component (may be ""), annotations. */}}
{{- define "transledger.metadata" -}}
{{- $labels := include "transledger.labels" .root | fromYaml -}}
{{- if .component }}{{ $labels = set $labels "app.kubernetes.io/component" .component }}{{ end -}}
{{- $labels = merge $labels (default dict .labels) -}}
{{- $annotations := merge dict (default dict .annotations) .root.Values.commonAnnotations -}}
name: {{ include "transledger.fullname" .root }}{{ with .name }}-{{ . }}{{ end }}
namespace: {{ .root.Release.Namespace }}
labels:
  {{- toYaml $labels | nindent 2 }}
{{- with $annotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* Takes root, role. */}}
{{- define "transledger.roleSelector" -}}
{{ include "transledger.selector" .root }}
app.kubernetes.io/component: {{ .role }}
{{- end -}}

{{/* Takes root, role. */}}
{{- define "transledger.serviceAccountName" -}}
{{- $account := (index .root.Values .role).serviceAccount -}}
{{- if $account.create -}}
{{- default (printf "%s-%s" (include "transledger.fullname" .root) .role) $account.name -}}
{{- else -}}
{{- default "default" $account.name -}}
{{- end -}}
{{- end -}}

{{/* The roles that have pods, as YAML. */}}
{{- define "transledger.roles" -}}
{{- $roles := list "api" "projector" "worker" -}}
{{- if .Values.inference.enabled }}{{ $roles = append $roles "inference" }}{{ end -}}
{{- toYaml $roles -}}
{{- end -}}

{{- define "transledger.image" -}}
{{- if .Values.image.digest -}}
{{- printf "%s@%s" .Values.image.repository .Values.image.digest -}}
{{- else -}}
{{- printf "%s:%s" .Values.image.repository (default .Chart.AppVersion .Values.image.tag) -}}
{{- end -}}
{{- end -}}
