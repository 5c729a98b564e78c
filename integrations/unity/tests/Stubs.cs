// As much of Unity's interface as the scripts use, for tests without Unity.
using System;
using System.Collections;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Web.Script.Serialization;

namespace UnityEngine
{
    public class Object
    {
        public string name;
    }

    public static class Application
    {
        public static bool isBatchMode;
    }

    public static class Debug
    {
        public static readonly List<string> Said = new List<string>();

        public static void LogError(object message, Object context = null) { Say("error", message, context); }

        public static void LogWarning(object message, Object context = null) { Say("warning", message, context); }

        private static void Say(string kind, object message, Object context)
        {
            Said.Add(kind + " [" + (context == null ? "" : context.name) + "] " + message);
        }
    }

    /// <summary>Reads fields of serializable classes, as Unity does: what is not in the text keeps its value.</summary>
    public static class JsonUtility
    {
        public static T FromJson<T>(string json) where T : new()
        {
            object made = new T();
            FromJsonOverwrite(json, made);
            return (T)made;
        }

        public static void FromJsonOverwrite(string json, object target)
        {
            Fill(target, (IDictionary<string, object>)new JavaScriptSerializer { MaxJsonLength = int.MaxValue }.DeserializeObject(json));
        }

        private static void Fill(object target, IDictionary<string, object> values)
        {
            if (!target.GetType().IsSerializable)
            {
                throw new InvalidOperationException(target.GetType() + " is not serializable");
            }
            foreach (FieldInfo field in target.GetType().GetFields(BindingFlags.Public | BindingFlags.Instance))
            {
                object value;
                if (values.TryGetValue(field.Name, out value))
                {
                    field.SetValue(target, Convert(value, field.FieldType));
                }
            }
        }

        private static object Convert(object value, Type type)
        {
            if (type.IsArray)
            {
                object[] items = ((IEnumerable)value).Cast<object>().ToArray();
                Array array = Array.CreateInstance(type.GetElementType(), items.Length);
                for (int i = 0; i < items.Length; i++)
                {
                    array.SetValue(Convert(items[i], type.GetElementType()), i);
                }
                return array;
            }
            if (value is IDictionary<string, object>)
            {
                object made = Activator.CreateInstance(type);
                Fill(made, (IDictionary<string, object>)value);
                return made;
            }
            return System.Convert.ChangeType(value, type);
        }
    }
}

namespace UnityEditor
{
    public class AssetPostprocessor
    {
    }

    public static class AssetDatabase
    {
        public static UnityEngine.Object LoadMainAssetAtPath(string path)
        {
            return File.Exists(path) ? new UnityEngine.Object { name = Path.GetFileName(path) } : null;
        }

        public static string[] GetAllAssetPaths()
        {
            return Directory.GetFiles("Assets", "*", SearchOption.AllDirectories).Select(p => p.Replace('\\', '/')).ToArray();
        }
    }
}

namespace UnityEditor.Build
{
    public interface IPreprocessBuildWithReport
    {
        int callbackOrder { get; }

        void OnPreprocessBuild(UnityEditor.Build.Reporting.BuildReport report);
    }

    public class BuildFailedException : Exception
    {
        public BuildFailedException(string message) : base(message)
        {
        }
    }
}

namespace UnityEditor.Build.Reporting
{
    public class BuildReport
    {
    }
}
