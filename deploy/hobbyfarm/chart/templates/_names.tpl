{{/* The name of everything in the namespace. */}}
{{- define "bridge.name" -}}
{{- if contains "hobbyfarm-bridge" .Release.Name -}}
{{- .Release.Name | trunc 63 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-hobbyfarm-bridge" .Release.Name | trunc 63 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{/* The name of what belongs to the whole cluster: several installations must not share one. */}}
{{- define "bridge.clusterName" -}}
{{- printf "%s-%s" .Release.Namespace (include "bridge.name" .) -}}
{{- end -}}

{{- define "bridge.selector" -}}
app.kubernetes.io/name: hobbyfarm-bridge
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "bridge.labels" -}}
{{ include "bridge.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}
